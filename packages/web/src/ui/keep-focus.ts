const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
/** The kit's dropdown has a hidden select of its own; what is disabled cannot be used next. */
const passedOver = ':disabled, [aria-disabled="true"], [type="hidden"], [tabindex="-1"], [aria-hidden="true"] *'
const rememberedMax = 8

/**
 * Keeps the focus on the page when the element that has it goes away. It returns to where it was before a dialog was
 * opened; where something else was removed, such as a row, it goes to the neighbour. A browser would leave it on the body,
 * where Tab starts at the top of the page and a screen reader loses its place.
 */
export function keepFocus(page: Document): void {
  /** Elements that had the focus, the latest last. One that is removed is replaced by its neighbour at that moment. */
  let trail: Element[] = []
  page.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) trail = [...trail.filter((one) => one !== target), target].slice(-rememberedMax)
  })
  new MutationObserver((records) => {
    const last = trail.at(-1)
    if (last === undefined || trail.every((one) => one.isConnected)) return
    trail = trail.flatMap((one) => (one.isConnected ? one : (heirOf(one, records) ?? [])))
    if (last.isConnected || page.activeElement !== page.body) return
    // What stands behind another open dialog does not take the focus; then the one before is asked.
    for (const one of trail.toReversed()) {
      if (page.activeElement !== page.body) return
      if (one instanceof HTMLElement) one.focus({ preventScroll: true })
    }
  }).observe(page, { childList: true, subtree: true })
}

/** What takes the place of a removed element; undefined for a dialog, popup or message, which only came on top. */
function heirOf(removed: Element, records: readonly MutationRecord[]): Element | undefined {
  for (const { target, removedNodes, previousSibling } of records) {
    const part = [...removedNodes].find((node) => node.contains(removed))
    if (part === undefined || !(target instanceof Element) || !target.isConnected) continue
    if (target.matches('body') || removed.closest('dialog') !== null) return undefined
    if (target.closest('[aria-live], [role="alert"]') !== null) return undefined
    const isBefore = previousSibling?.parentNode === target
    return neighbour(target, isBefore ? previousSibling : null)
  }
  return undefined
}

/** The nearest element after a place that takes the focus, else the nearest before it, else the same further out. */
function neighbour(parent: Element, before: Node | null): Element | undefined {
  // A whole screen was replaced: reading starts at its content, and a field is not entered unasked.
  if (parent.matches('main, #root, body')) return parent.ownerDocument.querySelector('main') ?? undefined
  const following = siblings(before === null ? parent.firstChild : before.nextSibling, 'nextSibling')
  const preceding = siblings(before, 'previousSibling')
  return (
    firstOf(following, (found) => found[0]) ??
    firstOf(preceding, (found, from) => (from.matches('tr, li') ? found[0] : found.at(-1))) ??
    (parent.parentElement === null ? undefined : neighbour(parent.parentElement, parent))
  )
}

function* siblings(from: Node | null, to: 'nextSibling' | 'previousSibling'): Generator<Element> {
  for (let node = from; node !== null; node = node[to]) if (node instanceof Element) yield node
}

function firstOf(
  elements: Iterable<Element>,
  choose: (found: readonly Element[], from: Element) => Element | undefined,
): Element | undefined {
  for (const element of elements) {
    if (element.tagName === 'DIALOG') continue
    const found = [element, ...element.querySelectorAll(focusable)].filter(
      (one) => one.matches(focusable) && !one.matches(passedOver) && one.checkVisibility(),
    )
    const chosen = choose(found, element)
    if (chosen !== undefined) return chosen
  }
  return undefined
}
