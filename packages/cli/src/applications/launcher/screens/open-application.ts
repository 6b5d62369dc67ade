import { createLauncherList, safeHref, type LauncherApplication } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'

/** Opens an application in the browser and remembers that it was opened; without a web page, nothing happens. */
export function openApplication(app: App, application: LauncherApplication): void {
  if (application.launchUrl === null) return
  // The address comes from the tenant's file, and other schemes can do more than show a page.
  const href = safeHref(application.launchUrl, app.origin)
  if (href === undefined) return app.say('The address is not a web page and was not opened.')
  openPage(app, href)
  void app.core.lazily(createLauncherList).recordLaunch({ application })
}

export function openPage(app: App, href: string): void {
  app.say(app.words.say(app.openUrl(href) ? 'tui.opened' : 'tui.noBrowser', { address: href }))
}
