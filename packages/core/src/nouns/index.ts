import { roleNoun } from '../app-roles/noun.ts'
import { applicationNoun } from '../applications/noun.ts'
import { environmentNoun } from '../environments/noun.ts'
import { serviceAccountNoun } from '../service-accounts/noun.ts'
import type { Noun } from './noun.ts'

/** Every noun, in the order help and sidebars show them. */
export const nouns = [environmentNoun, applicationNoun, roleNoun, serviceAccountNoun] as unknown as readonly Noun[]
