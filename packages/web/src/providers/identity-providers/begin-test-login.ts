/**
 * Opens the address of a test login in a new tab. The tab is opened at once, because browsers block a window that is
 * opened after a request.
 */
export async function beginTestLogin(start: () => Promise<string | undefined>): Promise<void> {
  const page = window.open('about:blank', '_blank')
  const url = await start()
  if (page === null) return
  if (url === undefined) return page.close()
  page.opener = null
  page.location.replace(url)
}
