import {
  explainedAccessNoun,
  explainedStepNoun,
  nouns as coreNouns,
  openerNoun,
  overviewNoun,
  doctorNoun,
  personDetailNoun,
  signInRecordNoun,
  whereIsNoun,
  type Noun,
} from '@portico/core'

import { settingNoun } from '../config/noun.ts'
import { findingNoun, ourKeyNoun, ourValueNoun } from '../../providers/identity-providers/noun.ts'
import { principalNoun } from '@portico/core'
import { profileNoun } from '../profiles/noun.ts'
import { sessionNoun } from '@portico/core'
import { setupNoun } from '../../sign-in/setup/noun.ts'
import { versionNoun } from '../version/noun.ts'

/** Every noun a command prints. */
export const nouns: readonly Noun[] = [
  ...coreNouns,
  settingNoun,
  profileNoun,
  principalNoun,
  sessionNoun,
  overviewNoun,
  doctorNoun,
  personDetailNoun,
  signInRecordNoun,
  whereIsNoun,
  explainedAccessNoun,
  explainedStepNoun,
  openerNoun,
  findingNoun,
  ourValueNoun,
  ourKeyNoun,
  setupNoun,
  versionNoun,
]
