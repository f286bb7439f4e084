/** The client hung up before it was answered: nobody is there to be told anything. */
export class ClientLeft extends Error {}
