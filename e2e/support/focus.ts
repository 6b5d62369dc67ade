import type { Page } from 'playwright-core'

/** The element that has the focus, by its name as a person reads it; `BODY` where the focus was lost. */
export async function focusedElement(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return 'BODY'
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    const labels = isField ? [...(element.labels ?? [])].map((one) => one.innerText) : []
    const texts = [element.getAttribute('aria-label'), labels.join(' '), (element as HTMLElement).innerText]
    return (texts.find((text) => text !== null && text.trim() !== '') ?? element.tagName).trim()
  })
}
