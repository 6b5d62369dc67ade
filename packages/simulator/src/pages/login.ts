import { html } from './html.ts'
import { page } from './layout.ts'

/** The sign-in form of one provider. `username` is what the relying party hinted at, or what was typed before. */
export function loginPage({
  company,
  action,
  username,
  error,
}: {
  company: string
  action: string
  username: string
  error?: string
}): string {
  const focus = (on: boolean) => (on ? html`autofocus` : html``)
  const described = error === undefined ? html`` : html`aria-describedby="error" aria-invalid="true"`
  return page({
    title: `Sign in | ${company}`,
    body: html`
      <h1>${company}</h1>
      <p class="quiet">Sign in to the simulated identity provider of ${company}.</p>
      ${error === undefined ? html`` : html`<p class="error" id="error" role="alert">${error}</p>`}
      <form method="post" action="${action}">
        <label>
          Username
          <input
            name="username"
            value="${username}"
            autocomplete="username"
            autocapitalize="none"
            spellcheck="false"
            required
            ${described}
            ${focus(username === '')}
          />
        </label>
        <label>
          Password
          <input
            name="password"
            type="password"
            autocomplete="current-password"
            required
            ${described}
            ${focus(username !== '')}
          />
        </label>
        <div class="actions">
          <button type="submit">Sign in</button>
          <a href="${action}/cancel">Cancel</a>
        </div>
      </form>
    `,
  })
}
