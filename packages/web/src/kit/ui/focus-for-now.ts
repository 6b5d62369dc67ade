/** Focuses an element that is not in the tab order; it is out of it again afterwards. */
export function focusForNow(element: HTMLElement, options?: FocusOptions): void {
  element.tabIndex = -1
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  element.focus(options)
}
