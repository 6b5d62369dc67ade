export { main, type Installation } from './main.ts'
