import { createContext } from 'react'

/** Opens the question whether the certificate of this fingerprint shall be accepted for longer. */
export const AskToExtend = createContext<(fingerprint: string) => void>(() => undefined)
