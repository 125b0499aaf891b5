import { parseYaml } from './yaml.ts'
import type { YamlDocument } from './yaml.ts'

/** Reads a profile file as plain data; what it may hold is the contract's to judge. */
export const loadProfileDocument = (text: string, file: string): YamlDocument =>
  parseYaml(text, file)
