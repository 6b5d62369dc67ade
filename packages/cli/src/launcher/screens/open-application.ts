import { createLauncherList, type LauncherApplication } from '@portico/core'

import type { App } from '../../terminal/app/app.ts'

/** Opens an application in the browser and remembers that it was opened; without a web page, nothing happens. */
export function openApplication(app: App, application: LauncherApplication): void {
  if (application.launchUrl === null) return
  const url = new URL(application.launchUrl, app.origin)
  // The address comes from the tenant's file, and other schemes can do more than show a page.
  if (!/^https?:$/.test(url.protocol)) return app.say('The address is not a web page and was not opened.')
  app.say(app.openUrl(url.href) ? `Opened ${url.href}` : `No browser could be started. The address is ${url.href}`)
  void app.core.lazily(createLauncherList).recordLaunch({ application })
}
