import { readReturnPath, type DeviceMemory, type SignIn, type SignInState } from '@portico/core'

import type { EnvironmentChoice } from '../../environments/environment-choice.ts'
import { forgetEnvironments } from '../../environments/environment-memory.ts'
import { safeHref } from '../../navigation/safe-href.ts'
import type { LoginElements } from './elements.ts'

/** Errors that also show an example of a username (spec section 5). */
const shapeErrors = new Set(['USERNAME_SHAPE', 'USERNAME_REQUIRED'])

export function runForm(options: {
  elements: LoginElements
  signIn: SignIn
  memory: DeviceMemory
  choice: EnvironmentChoice
  location: Location
}): void {
  const { elements, signIn, memory, choice, location } = options
  signIn.subscribe((state) => draw(elements, state))
  elements.username.addEventListener('input', () => {
    if (signIn.getState().error !== undefined) signIn.clearError()
  })
  elements.form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!signIn.getState().isFetching) void submit()
  })

  async function submit(): Promise<void> {
    const returnPath = readReturnPath(new URLSearchParams(location.search).get('returnPath'))
    const redirectUrl = await signIn.submit(elements.username.value, elements.remember.checked, returnPath)
    if (redirectUrl === undefined) return elements.username.focus()
    if (!elements.remember.checked) forgetEnvironments(memory)
    choice.keep(elements.environment.value)
    const address = safeHref(redirectUrl, location.origin)
    if (address === undefined) return location.assign('/login/unexpected')
    // The button stays busy until the identity provider's page has loaded.
    signIn.setState({ isFetching: true })
    location.assign(address)
  }
}

function draw(elements: LoginElements, { isFetching, error }: SignInState): void {
  elements.spinner.hidden = !isFetching
  elements.submit.setAttribute('aria-disabled', String(isFetching))
  elements.error.textContent = error?.message ?? ''
  elements.hint.hidden = error === undefined || !shapeErrors.has(error.errorID)
  if (error === undefined) elements.username.removeAttribute('aria-invalid')
  else elements.username.setAttribute('aria-invalid', 'true')
}
