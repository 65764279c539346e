// A part that is asked for again stays as it is while it is the same. When it is not, focus and tables scrolled
// aside stay: nobody loses the link under the finger. Nothing is asked for while nobody looks.
"use strict";

const tables = () => [...document.querySelectorAll("#live .table-wrap")];

document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.target.id === "live") event.preventDefault();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const shown = event.detail.target;
  const came = new DOMParser().parseFromString(event.detail.serverResponse, "text/html").getElementById(shown.id);
  const over = came && !came.hasAttribute("hx-get");
  if (!came || (!over && came.innerHTML === shown.innerHTML)) {
    event.detail.shouldSwap = false;
    return;
  }
  const held = document.activeElement;
  const link = shown.contains(held) && held.getAttribute("href");
  const table = tables().indexOf(held);
  const aside = tables().map((each) => each.scrollLeft);
  document.addEventListener("htmx:afterSwap", () => {
    tables().forEach((each, number) => { each.scrollLeft = aside[number] ?? 0; });
    const again = link ? document.querySelector(`#live a[href="${CSS.escape(link)}"]`) : tables()[table];
    again?.focus({ preventScroll: true });
  }, { once: true });
});
