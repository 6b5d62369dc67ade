import { existsSync } from 'node:fs'

import { chromium, type Browser } from 'playwright-core'

/** Debian's Chromium, or the one PORTICO_CHROMIUM names. If it is missing, tests fail: the browser scenarios are not optional. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['PORTICO_CHROMIUM'] ?? '/usr/bin/chromium'
  if (!existsSync(executablePath))
    throw new Error(
      `There is no Chromium at ${executablePath}. Install it (apt install chromium) or name it in PORTICO_CHROMIUM.`,
    )
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
