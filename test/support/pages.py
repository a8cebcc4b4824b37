"""Pages in headless Chromium, for the tests that look at them."""
import contextlib
import io
import os
import shutil

from PIL import Image
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

HEIGHT = 1000


@contextlib.contextmanager
def browser(folder, *flags):
    """A browser that reaches nothing but this machine; it keeps its files in the
    folder, which is made, and ends with the block."""
    os.makedirs(folder, exist_ok=True)
    profile = os.path.join(folder, "profile")
    shutil.rmtree(profile, ignore_errors=True)
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                 "--force-device-scale-factor=1", "--lang=en", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                 f"--user-data-dir={profile}", *flags):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    driver.set_page_load_timeout(60)
    try:
        yield driver
    finally:
        driver.quit()
        shutil.rmtree(profile, ignore_errors=True)


def resize(driver, width):
    """Sets the size of the page and not of the window, which has borders."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False})


def picture(png):
    return Image.open(io.BytesIO(png)).convert("RGB")


def share(image, wanted):
    """The share of pixels that are wanted."""
    colours = image.getcolors(image.width * image.height)
    return sum(count for count, colour in colours if wanted(colour)) / (image.width * image.height)
