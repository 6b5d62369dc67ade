import { html } from '../pages/html.ts'
import { page } from '../pages/layout.ts'

/** A demo application as it looks after a launch: its name, and the environment that its launch URL named. */
export function applicationPage({
  label,
  environment,
  type,
}: {
  label: string
  environment: string | undefined
  type: string | undefined
}): string {
  const facts = [
    html`<dt>Environment</dt>
      <dd>${environment ?? 'none named'}</dd>`,
    type === undefined
      ? html``
      : html`<dt>Type</dt>
          <dd>${type}</dd>`,
  ]
  return page({
    title: environment === undefined ? label : `${label} | ${environment}`,
    body: html`
      <p class="quiet">Demo application</p>
      <h1>${label}</h1>
      <dl>${facts}</dl>
      <p class="quiet">
        This application does not know who you are: single sign-on from the launcher comes in a later release.
      </p>
    `,
  })
}
