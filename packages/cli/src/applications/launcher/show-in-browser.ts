import type { CommandContext } from '../../kit/context/context.ts'
import { safeText } from '../../kit/io/neutralise.ts'
import { fail } from '../../kit/errors/failure.ts'
import { isBrowserAtHand, openUrl } from '../../kit/io/open-url.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

/** Opens an address in the browser; prints it on request, or if no browser is available. */
export function showInBrowser(url: string, isPrinted: boolean, { io, say }: CommandContext): void {
  // The address may come from the server, and other schemes can do more than show a page.
  if (!/^https?:$/.test(new URL(url).protocol))
    return fail('validation', 'The address is not a web page and was not opened.')
  const isOpened = !isPrinted && isBrowserAtHand(io.env, process.platform) && openUrl(url, io.env, process.platform)
  if (isOpened) return say(phrase`Opened ${safeText(url, io)}`)
  io.stdout.write(`${safeText(url, io)}\n`)
}
