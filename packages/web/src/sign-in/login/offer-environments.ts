import { environmentSections, type BrandingStore, type DeviceMemory, type Environment } from '@portico/core'

import { rememberedEnvironments } from '../../environments/environment-memory.ts'
import type { LoginElements } from './elements.ts'

/** The environment select, shown while the username typed is the one this browser remembers (spec section 2). */
export function offerEnvironments(options: {
  elements: LoginElements
  memory: DeviceMemory
  lastUserId: string
  branding: BrandingStore
}): void {
  const { elements, memory, lastUserId, branding } = options
  const { username, environment, environmentField } = elements
  const environments = lastUserId === '' ? [] : rememberedEnvironments(memory, lastUserId)
  if (environments.length < 2) return

  const { production, nonProduction } = environmentSections(environments)
  const group = document.createElement('optgroup')
  group.append(...nonProduction.map(option))
  environment.append(...production.map(option))
  if (nonProduction.length > 0) environment.append(group)

  const label = () => (group.label = branding.getState().words.say('environments.nonProduction'))
  label()
  branding.subscribe(label)

  const show = () => {
    const known = username.value.trim().toLowerCase() === lastUserId.trim().toLowerCase()
    environmentField.hidden = !known
    if (!known) environment.value = ''
  }
  show()
  username.addEventListener('input', show)
}

function option({ id, name }: Environment): HTMLOptionElement {
  return new Option(name, id)
}
