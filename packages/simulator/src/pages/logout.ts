import { html } from './html.ts'
import { page } from './layout.ts'

/** Asks before the session at the provider ends. `xsrf` is oidc-provider's token for this question. */
export function logoutPage({ company, action, xsrf }: { company: string; action: string; xsrf: string }): string {
  return page({
    title: `Sign out | ${company}`,
    body: html`
      <h1>${company}</h1>
      <p>Sign out of the simulated identity provider of ${company} as well?</p>
      <form method="post" action="${action}">
        <input type="hidden" name="xsrf" value="${xsrf}" />
        <div class="actions">
          <button type="submit" name="logout" value="yes">Sign out</button>
          <button type="submit" class="plain">Stay signed in</button>
        </div>
      </form>
    `,
  })
}

export function loggedOutPage({ company }: { company: string }): string {
  return page({
    title: `Signed out | ${company}`,
    body: html`<h1>${company}</h1>
      <p>You are signed out of the simulated identity provider of ${company}.</p>`,
  })
}
