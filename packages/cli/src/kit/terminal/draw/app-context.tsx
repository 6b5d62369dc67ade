import { createContext, useContext } from 'react'

import type { App } from '../app/app.ts'

const AppContext = createContext<App | undefined>(undefined)

export const AppProvider = AppContext.Provider

export function useApp(): App {
  const app = useContext(AppContext)
  if (app === undefined) throw new Error('A screen of the terminal UI is drawn outside of AppProvider.')
  return app
}
