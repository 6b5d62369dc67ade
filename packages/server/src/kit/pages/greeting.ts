import { escaped } from './page.ts'

/** Where the launcher's outline (web: portal/skeletons.ts) greets its person; it holds the text that is shown until the name is known. */
const place = /<!--greeting-->(.*?)<!--\/greeting-->/s

/** Maximum time that the outline waits for the name. It is read while the browser fetches the styles. */
const waitMaxMs = 250

/** The text of a page up to the greeting, and from there on, with it if it is known in time. A page without a place for it is one part. */
export async function* withGreeting(html: string, greeting: Promise<string | undefined>): AsyncIterable<string> {
  const found = place.exec(html)
  if (found === null) return yield html
  yield html.slice(0, found.index)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((done) => (timer = setTimeout(() => done(undefined), waitMaxMs)))
  const text = await Promise.race([greeting, late]).finally(() => clearTimeout(timer))
  yield (text === undefined ? found[1] : escaped(text)) + html.slice(found.index + found[0].length)
}
