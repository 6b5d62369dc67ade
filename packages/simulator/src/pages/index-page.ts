import { html, type Html } from './html.ts'
import { page } from './layout.ts'

const kinds = { oidc: 'OpenID Connect', azure: 'Microsoft Entra ID', saml: 'SAML' }

/** What this simulator plays: its providers with their issuers, and its applications. */
export function indexPage({
  providers,
  applications,
}: {
  providers: Shown[]
  applications: { slug: string; label: string }[]
}): string {
  return page({
    title: 'Portico simulator',
    body: html`
      <h1>Portico simulator</h1>
      <p class="quiet">Identity providers and applications for trying Portico out.</p>
      <h2>Identity providers</h2>
      ${Object.entries(kinds).map(([kind, label]) =>
        ofKind(
          label,
          providers.filter((each) => each.kind === kind),
        ),
      )}
      <h2>Applications</h2>
      <ul>
        ${applications.map((each) => html`<li><a href="/apps/${each.slug}">${each.label}</a></li>`)}
      </ul>
    `,
  })
}

type Shown = { id: string; kind: keyof typeof kinds; name: string; issuer: string; startHere: string; session: string }

function ofKind(label: string, providers: Shown[]): Html {
  if (providers.length === 0) return html``
  return html`
    <h3>${label}</h3>
    <ul>
      ${providers.map((each) => html`<li><a href="${each.session}">${each.name}</a><br /><code>${each.issuer}</code><br /><code>${each.startHere}</code></li>`)}
    </ul>
  `
}
