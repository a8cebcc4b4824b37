import * as path from "node:path";

const whereElement = /<tspan class="where"[^>]*>([^<]*):(\d+)<\/tspan>/;
const itemElement = /<g><title>[\s\S]*?<\/g>/g;

/**
 * Makes the items of a picture of `cuda-capture graph --format=svg` links: an item
 * with a place gets the attributes data-file and data-line.
 * @param folder The folder that the tool ran in: names of files begin there.
 */
export function linkItems(svg: string, folder: string): string {
  return svg.replace(itemElement, (item) => {
    const [, file, line] = whereElement.exec(item) ?? [];
    if (!file || !line) return item;
    const name = escapeXml(path.resolve(folder, unescapeXml(file)));
    const attributes = `class="link" tabindex="0" data-file="${name}" data-line="${line}"`;
    return item.replace("<g>", () => `<g ${attributes}>`);
  });
}

/** Removes what stands before the element <svg>, which is not allowed inside a page. */
export function withoutProlog(svg: string): string {
  const begin = svg.indexOf("<svg");
  return begin < 0 ? "" : svg.slice(begin);
}

export function escapeXml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#39;");
}

function unescapeXml(text: string): string {
  return text
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&");
}

/** A symbol of a file, as a language server lists it. Lines count from 0. */
export interface Symbol {
  name: string;
  isFunction: boolean;
  firstLine: number;
  lastLine: number;
  children: readonly Symbol[];
}

/** Returns the qualified name of the function that has a line. */
export function functionAt(symbols: readonly Symbol[], line: number): string | undefined {
  for (const symbol of symbols) {
    if (line < symbol.firstLine || line > symbol.lastLine) continue;
    const inner = functionAt(symbol.children, line);
    if (inner) return `${symbol.name}::${inner}`;
    if (symbol.isFunction) return symbol.name;
  }
  return undefined;
}
