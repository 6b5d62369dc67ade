import '../../../kit/styles/base.css'
import '../../../kit/ui/banner.module.css'

import { hydrateRoot } from 'react-dom/client'

import { browserPorts } from '../../../kit/ports/browser-ports.ts'
import { LoginPage } from './login-page.tsx'
import { createLogin } from './login.ts'

start(window)

/** Makes the prerendered login page interactive; what was typed before this script had loaded is kept. */
function start(page: Window): void {
  const root = page.document.getElementById('root')
  if (root === null) throw new TypeError('login.html has no element with the id root.')
  const typed = root.querySelector('input')?.value ?? ''
  const login = createLogin(browserPorts(page))
  hydrateRoot(root, <LoginPage login={login} typed={typed} />)
  void login.branding.fetch()
  // The browser restores the page's state when the person goes back from the identity provider.
  page.addEventListener('pageshow', (event) => {
    if (event.persisted) login.signIn.setState({ isFetching: false })
  })
}
