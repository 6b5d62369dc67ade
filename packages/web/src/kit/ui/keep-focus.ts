const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
/** Skips the hidden select inside the kit's dropdown, and disabled elements. */
const passedOver = ':disabled, [aria-disabled="true"], [type="hidden"], [tabindex="-1"], [aria-hidden="true"] *'
const rememberedMax = 8

/**
 * Keeps the focus on the page when the element that has it goes away. After a dialog it returns to the element that
 * opened it; after any other removal, such as of a row, it moves to the neighbour. A browser would move it to the body,
 * where Tab starts at the top of the page and a screen reader loses its position.
 */
export function keepFocus(page: Document): void {
  /** Elements that had the focus, latest last. A removed element is replaced by its neighbour. */
  let trail: Element[] = []
  page.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) trail = [...trail.filter((one) => one !== target), target].slice(-rememberedMax)
  })
  new MutationObserver((records) => {
    const last = trail.at(-1)
    if (last === undefined || trail.every((one) => one.isConnected)) return
    trail = trail.flatMap((one) => (one.isConnected ? one : (heirOf(one, records) ?? [])))
    if (last.isConnected || page.activeElement !== page.body) return
    // An element behind another open dialog cannot take the focus; the one before it is tried next.
    for (const one of trail.toReversed()) {
      if (page.activeElement !== page.body) return
      if (one instanceof HTMLElement) one.focus({ preventScroll: true })
    }
  }).observe(page, { childList: true, subtree: true })
}

/** The replacement for a removed element; undefined for an overlay: dialog, popup or message. */
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

/** The nearest focusable element after a position, else before it, else the same in the parent. */
function neighbour(parent: Element, before: Node | null): Element | undefined {
  // A whole screen was replaced: focus its content and not a field.
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
