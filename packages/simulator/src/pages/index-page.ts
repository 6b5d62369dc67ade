import { html } from './html.ts'
import { page } from './layout.ts'

/** What this simulator plays: its providers with their issuers, and its applications. */
export function indexPage({
  providers,
  applications,
}: {
  providers: { name: string; issuer: string }[]
  applications: { slug: string; label: string }[]
}): string {
  return page({
    title: 'Portico simulator',
    body: html`
      <h1>Portico simulator</h1>
      <p class="quiet">Identity providers and applications for trying Portico out.</p>
      <h2>Identity providers</h2>
      <ul>
        ${providers.map((each) => html`<li>${each.name}<br /><code>${each.issuer}</code></li>`)}
      </ul>
      <h2>Applications</h2>
      <ul>
        ${applications.map((each) => html`<li><a href="/apps/${each.slug}">${each.label}</a></li>`)}
      </ul>
    `,
  })
}
