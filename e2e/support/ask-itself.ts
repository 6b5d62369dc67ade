import type { Page } from 'playwright-core'

/**
 * From now on the pages of the portal come without the answers the server writes into them
 * (server/src/app/first-answers.ts), so that the script asks for all by itself: for tests that hold back or replace
 * an answer of the API.
 */
export async function askItself(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.startsWith('/portal'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const html = await response.text()
      const body = html.replace(/<script type="application\/json" id="first-answers">.*?<\/script>/s, '')
      return route.fulfill({ response, body })
    },
  )
}
