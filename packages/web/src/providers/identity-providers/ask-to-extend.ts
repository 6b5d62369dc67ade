import { createContext } from 'react'

/** Opens the dialog that extends the certificate with this fingerprint. */
export const AskToExtend = createContext<(fingerprint: string) => void>(() => undefined)
