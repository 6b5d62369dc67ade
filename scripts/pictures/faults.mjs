/** What is wrong with the page as it stands, one line each: it scrolls sideways, or cuts a text that can be read nowhere. */
export function faultsOf(page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : []
    for (const element of document.querySelectorAll('body *')) {
      if (isCut(element) && !isReadable(element)) faults.push(`cut: "${element.textContent.trim().slice(0, 60)}"`)
    }
    return faults

    function isCut(element) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '')
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      // A box of one pixel is text for screen readers; what is hidden from them is drawn, such as the letters of an icon.
      if (!hasText || !isShown || element.clientWidth <= 1 || element.closest('[aria-hidden=true]') !== null)
        return false
      const { overflowX, overflowY } = getComputedStyle(element)
      const hides = (overflow) => overflow === 'hidden' || overflow === 'clip'
      const isWide = hides(overflowX) && element.scrollWidth > element.clientWidth + 1
      return isWide || (hides(overflowY) && element.scrollHeight > element.clientHeight + 2)
    }

    /** A title, or the text in full nearby, as a name for screen readers or in what it describes. */
    function isReadable(element) {
      const text = element.textContent.trim()
      const holder = element.closest('[title], [aria-label], [aria-describedby]')
      if (holder === null) return false
      const described = (holder.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id))
      const texts = [holder.title, holder.ariaLabel, ...described.map((one) => one?.textContent)]
      return texts.some((one) => one?.includes(text))
    }
  })
}
