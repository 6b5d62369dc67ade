import type { Plugin } from 'rolldown'

export function ink(): Plugin
