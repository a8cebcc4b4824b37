"""Reads a picture of captures: check-svg.py FILE

Prints its texts. Ends with 1 if something lies outside of the picture, if a name
occurs twice, or if it would load something.
"""
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
root = ElementTree.parse(sys.argv[1]).getroot()
wrong = 0


def expect(good, what):
    global wrong
    if not good:
        wrong += 1
        print("wrong:", what)


expect(root.tag == SVG + "svg", root.tag)
width, height = int(root.get("width")), int(root.get("height"))
expect(root.get("viewBox") == f"0 0 {width} {height}", root.get("viewBox"))
names = [e.get("id") for e in root.iter() if e.get("id")]
expect(len(names) == len(set(names)), f"names: {names}")
for element in root.iter():
    for key, value in element.attrib.items():
        expect("href" not in key or value.startswith("#"), f"loads {value}")
bottom = 0
for group in root.findall(SVG + "g"):
    offset = int(group.get("transform").removeprefix("translate(0 ").removesuffix(")"))
    drawing = group.find(SVG + "svg")
    expect(offset >= bottom, "drawings overlap")
    bottom = offset + int(drawing.get("height"))
    expect(int(drawing.get("width")) <= width, "a drawing is too wide")
expect(bottom <= height, "a drawing is too high")
for element in root.iter(SVG + "text"):
    print("".join(element.itertext()))
expect("--lane0" in root.find(SVG + "style").text, "no colours")
print("drawings:", len(root.findall(SVG + "g")))
sys.exit(wrong != 0)
