import { passwordHashing } from '../../src/features/users/sign-in/password-hash.ts'

/** Hashes as the service does, at a hundredth of the cost: a hash says its own, and whoever signs in pays that. */
export const quickPasswords = passwordHashing({ memory: 64, passes: 1, parallelism: 1 })
