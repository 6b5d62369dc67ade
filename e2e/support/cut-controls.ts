import type { Page } from 'playwright-core'

/**
 * What of the page as it stands does not fit the window: the page itself, and every control that leaves the window or
 * whatever clips it, one line each. What can be scrolled to inside a container (a wide table) counts as reachable.
 */
export async function cutControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const cut = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : []
    const controls = 'a[href], button, input, select, textarea, summary, [role=option], [role=menuitem]'
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      const box = element.getBoundingClientRect()
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      if (!isShown || box.width <= 1 || element.closest('.visually-hidden, [class*=skip]') !== null) continue
      const { left, right } = spaceOf(element)
      // Hidden from eyes: its container is a dot that only a screen reader enters.
      if (right - left <= 1) continue
      if (box.left < left - 0.5 || box.right > right + 0.5) {
        const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
        cut.push(`${element.tagName} "${name.slice(0, 40)}" from ${box.left} to ${box.right} of ${left} to ${right}`)
      }
    }
    return cut

    /** Where an element can be seen: the window, less what its ancestors clip; without end inside what scrolls sideways. */
    function spaceOf(element: HTMLElement): { left: number; right: number } {
      const space = { left: 0, right: clientWidth }
      for (let above = element.parentElement; above !== null; above = above.parentElement) {
        const { overflowX } = getComputedStyle(above)
        if (overflowX === 'auto' || overflowX === 'scroll') {
          const box = above.getBoundingClientRect()
          const isReachable = box.left >= -0.5 && box.right <= clientWidth + 0.5
          return isReachable ? { left: -Infinity, right: Infinity } : { left: box.left, right: box.left }
        }
        if (overflowX !== 'hidden' && overflowX !== 'clip') continue
        const box = above.getBoundingClientRect()
        space.left = Math.max(space.left, box.left)
        space.right = Math.min(space.right, box.right)
      }
      return space
    }
  })
}
