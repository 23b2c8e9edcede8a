/**
 * What the lists of leaked passwords are made of, without the years and signs around them. A password that is nothing
 * but such words is guessed first, however long it is.
 */
export const commonWords: readonly string[] = `
password passwort passwd passcode parola contrasena motdepasse wachtwoord welcome willkommen bienvenue welkom letmein
openup opensesame sesame changeme default secret geheim hidden private access login signin logon admin administrator root
system master manager superuser super user username guest test testing tester demo temp temporary sample example hello
hallo bonjour hola ciao iloveyou ilove loveyou lovely lover love liebe amour forever together always family mother father
mommy daddy mama papa sister brother baby babygirl babyboy princess prince queen king angel angels heaven jesus christ god
bless faith hope peace happy smile sunshine sunflower rainbow flower flowers butterfly dolphin monkey dragon tiger lion
panda kitty kitten cat dog doggy puppy horse pony bear wolf eagle hawk falcon phoenix shadow ghost killer hunter ranger
soldier warrior ninja pirate wizard magic merlin gandalf hobbit frodo matrix starwars startrek vader skywalker yoda batman
superman spiderman ironman avengers pokemon pikachu charizard naruto goku mario luigi zelda minecraft fortnite roblox
football fussball soccer baseball basketball hockey tennis golf liverpool arsenal chelsea barcelona madrid juventus bayern
yankees cowboys lakers steelers ferrari porsche mercedes mustang corvette harley yamaha honda toyota bmw audi volkswagen
computer internet google facebook twitter instagram youtube whatsapp microsoft windows apple iphone samsung android linux
ubuntu oracle cisco server network database backup office company business work working job boss money dollar euro bank
gold silver diamond crystal summer winter spring autumn sommer january february march april may june july august september
october november december monday tuesday wednesday thursday friday saturday sunday today tomorrow christmas halloween
michael jennifer jessica ashley amanda nicole michelle charlie daniel thomas andrew joshua matthew robert william anthony
jordan justin george james david john mark maria anna alex alexander christian martin peter stefan andreas thomas jan
london paris berlin amsterdam hamburg munich vienna madrid roma newyork california texas america england germany france
orange banana cherry chocolate cookie coffee pizza pepper ginger peanut cheese chicken butter candy sugar honey
qwertyuiop qwerty qwertz azerty asdfghjkl asdfgh asdf zxcvbnm zxcvbn yxcvbnm qazwsxedc qazwsx wsxedc edcrfv
abcdefghijklmnopqrstuvwxyz abcdefgh abcdef abcd abc trustno nothing whatever something anything everything correcthorsebatterystaple
correct horse battery staple the and for you are not one two three four five six seven eight nine ten zero number first
secure security safety strong complex unbreakable truck trucks trucking lorry fleet warehouse logistics delivery dock
pallet carrier vendor shipping shipment cargo freight driver dispatch transport spedition lager
01234567890 1234567890 123456789 12345678 1234567 123456 12345 1234 123 0987654321 987654321 654321 54321 4321 321
`
  .trim()
  .split(/\s+/);
