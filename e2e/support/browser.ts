import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { chromium, type Browser } from 'playwright-core'

/** Another place for the browser: command words before the program, a folder of the caller, and arguments. */
export type Elsewhere = {
  readonly prefix: readonly string[]
  readonly folder: string
  readonly args: readonly string[]
}

/** Debian's Chromium, or the one PORTICO_CHROMIUM names. If it is missing, tests fail: the browser scenarios are not optional. */
export async function launchBrowser(elsewhere?: Elsewhere): Promise<Browser> {
  const program = process.env['PORTICO_CHROMIUM'] ?? '/usr/bin/chromium'
  if (!existsSync(program))
    throw new Error(
      `There is no Chromium at ${program}. Install it (apt install chromium) or name it in PORTICO_CHROMIUM.`,
    )
  return chromium.launch({
    executablePath: elsewhere === undefined ? program : startedBy(elsewhere, program),
    args: [
      ...(elsewhere?.args ?? []),
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

function startedBy({ prefix, folder }: Elsewhere, program: string): string {
  const script = join(folder, 'chromium')
  writeFileSync(script, `#!/bin/sh\nexec ${prefix.join(' ')} ${program} "$@"\n`)
  chmodSync(script, 0o755)
  return script
}
