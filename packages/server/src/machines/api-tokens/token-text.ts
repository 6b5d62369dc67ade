import { beginningOf, isCheckedToken, makeCheckedToken } from '../../kit/secrets/checked-token.ts'

/** What API tokens begin with, so that people and secret scanners recognise them. */
export const apiTokenPrefix = 'pat_'

export const makeApiToken = () => makeCheckedToken(apiTokenPrefix)

/** Whether a text can be an API token; see `isCheckedToken`. */
export const isApiToken = (text: string) => isCheckedToken(apiTokenPrefix, text)

export const beginningOfApiToken = (token: string) => beginningOf(apiTokenPrefix, token)
