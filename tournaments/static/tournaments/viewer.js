// Arrow keys follow the links that the page has anyway: a move left and right, a deal up and down.
"use strict";

const deals = [...document.querySelectorAll(".deal-links a")];
const here = deals.findIndex((link) => link.hasAttribute("aria-current"));
const targets = {
  ArrowLeft: document.querySelector(".ways a[rel=prev]"),
  ArrowRight: document.querySelector(".ways a[rel=next]"),
  ArrowUp: deals[here - 1],
  ArrowDown: deals[here + 1],
};

document.addEventListener("keydown", (event) => {
  const busy = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (busy || event.target.closest("input, select, textarea, summary")) return;
  const link = targets[event.key];
  if (!link) return;
  event.preventDefault();
  location.replace(link.href);
});

document.getElementById("keys").hidden = false;
