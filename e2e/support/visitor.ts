import type { Browser, BrowserContext, Page } from 'playwright-core'

import { actionTimeoutMs, navigationTimeoutMs } from './timeouts.ts'

export type Visitor = {
  readonly context: BrowserContext
  readonly page: Page
  /** What a browser complained of, on any page: policy violations, errors on the console, uncaught errors. */
  readonly complaints: string[]
  close(): Promise<void>
}

export type VisitorOptions = {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly forcedColors?: 'active' | 'none'
  /** BCP 47, as the browser asks for in `Accept-Language`. */
  readonly locale?: string
}

/** A person with a fresh browser profile. Motion is reduced, so that what is measured stands still. */
export async function openVisitor(browser: Browser, options: VisitorOptions = {}): Promise<Visitor> {
  const { width = 1440, height = 900, colorScheme = 'light', forcedColors = 'none', locale = 'en-US' } = options
  const viewport = { width, height }
  const context = await browser.newContext({
    viewport,
    colorScheme,
    forcedColors,
    locale,
    reducedMotion: 'reduce',
    ignoreHTTPSErrors: true,
  })
  context.setDefaultTimeout(actionTimeoutMs)
  context.setDefaultNavigationTimeout(navigationTimeoutMs)
  const complaints: string[] = []
  await context.exposeFunction('porticoPolicyViolation', (text: string) => void complaints.push(text))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = Reflect.get(window, 'porticoPolicyViolation') as (text: string) => void
      report(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`)
    })
  })
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().stack ?? error.error().message}`))
  const page = await context.newPage()
  return { context, page, complaints, close: () => context.close() }
}

/** Chromium itself logs every answer of 400 or more; these are looked for by what the page says instead. */
export function withoutAnswers(complaints: readonly string[], ...statuses: readonly number[]): string[] {
  return complaints.filter(
    (text) => !statuses.some((status) => text.includes(`the server responded with a status of ${status}`)),
  )
}
