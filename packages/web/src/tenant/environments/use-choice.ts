import { createContext, useContext } from 'react'

import type { EnvironmentChoice } from './environment-choice.ts'

export const ChoiceContext = createContext<EnvironmentChoice | undefined>(undefined)

export function useChoice(): EnvironmentChoice {
  const choice = useContext(ChoiceContext)
  if (choice === undefined) throw new Error('A screen was drawn outside the portal.')
  return choice
}
