import { createHash } from 'node:crypto'

import { pageHeaders } from './headers.ts'
import { Html, html } from './html.ts'
import { page } from './layout.ts'

/** Continues after every frame has answered, at most after three seconds. */
const script = `
const next = document.getElementById('next')
const goOn = () => next && location.replace(next.href)
addEventListener('load', goOn)
setTimeout(goOn, 3000)
`
const scriptHash = createHash('sha256').update(script).digest('base64')

/** Says goodbye, shows `frames` (addresses of applications) out of sight, and continues to `next` if there is one. */
export function frontChannelPage({
  company,
  frames,
  next,
}: {
  company: string
  frames: readonly string[]
  next: string | undefined
}): { body: string; headers: Record<string, string> } {
  const onward = next === undefined ? html`` : html`<p><a id="next" href="${next}">Go on to the application</a></p>`
  const body = page({
    title: `Signed out | ${company}`,
    body: html`
      <h1>${company}</h1>
      <p>You are signed out of the simulated identity provider of ${company}.</p>
      ${onward} ${frames.map((each) => html`<iframe src="${each}" title="Application" hidden></iframe>`)}
      ${new Html(`<script>${script}</script>`)}
    `,
  })
  const origins = frames.map((each) => new URL(each).origin)
  return { body, headers: pageHeaders([], [`'sha256-${scriptHash}'`], origins) }
}
