import { languageCookie, languageNames, languages, type DeviceMemory } from '@portico/core'

import type { MenuEntry } from './menu-entry.ts'

/** Each language by its own name. The choice is kept in a cookie, which the server reads for the page that loads now. */
export function languageEntries(current: string, memory: DeviceMemory): MenuEntry[] {
  return languages.map((language) => ({
    id: language,
    label: languageNames[language],
    language,
    isCurrent: language === current,
    onAction: () => {
      memory.set(languageCookie, language)
      window.location.reload()
    },
  }))
}
