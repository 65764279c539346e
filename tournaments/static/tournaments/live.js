// A part that is asked for again stays as it is while it is the same, and keeps the focus when it is not: nobody
// loses the link under the finger or a table scrolled aside.
"use strict";

document.addEventListener("htmx:beforeSwap", (event) => {
  const shown = event.detail.target;
  const came = new DOMParser().parseFromString(event.detail.serverResponse, "text/html").getElementById(shown.id);
  if (!came || came.innerHTML === shown.innerHTML) {
    event.detail.shouldSwap = false;
    return;
  }
  const held = shown.contains(document.activeElement) && document.activeElement.getAttribute("href");
  if (!held) return;
  document.addEventListener("htmx:afterSwap", () => {
    document.querySelector(`#${shown.id} a[href="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  }, { once: true });
});
