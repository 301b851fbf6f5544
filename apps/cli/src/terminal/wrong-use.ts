/** The command was used in a way that it does not have: exit code 2. The message says what is right. */
export class WrongUse extends Error {}
