import '../../styles/base.css'
import '../../ui/banner.module.css'
import '../../ui/button.module.css'
import '../../ui/checkbox.module.css'
import '../../ui/select.module.css'
import '../../ui/text-field.module.css'
import './login.css'

import {
  createBranding,
  createClient,
  createSignIn,
  createWords,
  firstMessages,
  type BrandingState,
} from '@portico/core'

import { environmentChoice } from '../../environments/environment-choice.ts'
import { createTypedWork } from '../../navigation/typed-work.ts'
import { browserPorts } from '../../ports/browser-ports.ts'
import { drawBranding } from './draw-branding.ts'
import { loginElements } from './elements.ts'
import { offerEnvironments } from './offer-environments.ts'
import { runForm } from './run-form.ts'

start(window)

/** Makes the prerendered login page interactive. Without React, so that typing a username does not wait for the portal's code. */
function start(page: Window): void {
  const ports = browserPorts(page)
  const client = createClient(ports)
  const words = createWords('en', firstMessages)
  const branding = createBranding({ client, words })
  const signIn = createSignIn({
    client,
    memory: ports.memory,
    say: (id) => branding.getState().words.find(id) ?? id,
  })
  const elements = loginElements(page.document)
  const choice = environmentChoice(() => page.sessionStorage)

  elements.username.value ||= signIn.getState().lastUserId
  elements.remember.checked = signIn.getState().lastUserId !== ''
  offerEnvironments({ elements, memory: ports.memory, lastUserId: signIn.getState().lastUserId, branding })
  runForm({ elements, signIn, memory: ports.memory, choice, location: page.location })
  // The browser restores the page's state when the person goes back from the identity provider.
  page.addEventListener('pageshow', (event) => {
    if (event.persisted) signIn.setState({ isFetching: false })
  })

  const typedWork = createTypedWork(() => page.sessionStorage)
  const draw = (state: BrandingState) => drawBranding(page, elements, state, typedWork.isKept())
  draw(branding.getState())
  branding.subscribe(draw)
  void branding.fetch()
}
