import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * Words that leaked passwords are built from, and what people in India add to them, in lower case.
 * `isTooCommon` catches what is made from one by adding digits and signs or by writing letters as digits; the
 * whole list of leaked passwords is the library's and counts as it stands.
 */
const WORDS = `
password passw0rd pass passwd passcode pwd letmein welcome welcome1 admin administrator root user guest test tester testing login logon
qwerty qwertyui qwertyuiop qwert asdf asdfgh asdfghjkl asdfasdf zxcvbn zxcvbnm qazwsx qazwsxedc 1qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t
q1w2e3r4 q1w2e3 zaq12wsx zaq1zaq1 qweasd qweasdzxc qweqwe asdasd zxczxc azerty abc123 a1b2c3 a1b2c3d4 abcd1234 abcdef abcdefg 123abc
iloveyou iloveu loveyou ilove love lovely lover loveme mylove sweetheart sweety sweetie honey darling baby babygirl babyboy angel angels
princess prince queen king kingkong monkey dragon tiger tigers lion eagle eagles panther jaguar leopard shadow ninja samurai warrior
hunter ranger soldier killer master masters blaster monster demon devil lucifer satan heaven jesus christ church god godisgood blessed
sunshine rainbow flower flowers butterfly summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday january
february march april june july august september october november december football baseball basketball soccer hockey cricket tennis
golf golfer swimming running player gamer games gaming playstation nintendo xbox minecraft fortnite pokemon pikachu mario zelda naruto
batman superman spiderman ironman hulk wolverine avengers starwars matrix trustno1 computer laptop internet google gmail yahoo hotmail
facebook instagram whatsapp twitter youtube linkedin amazon flipkart paytm phonepe microsoft windows apple iphone samsung nokia android
whatever nothing something anything everything changeme secret secrets private access default system server oracle mysql database
money dollar dollars rupee rupees rich lakshmi million billion market sensex nifty zerodha groww bank khara sebi nse bse demat broker trader trading shares stocks
banking wallet profit 
michael jordan jennifer jessica ashley amanda daniel andrew joshua matthew anthony robert thomas charlie william george edward harry
james john david richard martin steven kevin brandon justin austin taylor michelle nicole melissa stephanie samantha elizabeth hannah
rahul amit sumit rohit rohan sachin virat dhoni kohli tendulkar ganguly sehwag vijay ajay sanjay anil sunil suresh ramesh mahesh rajesh
rakesh mukesh naresh dinesh ganesh ganesha krishna radha ram shyam shiva shivam shivaji hanuman bajrang durga kali saraswati lakshman
sita jaishriram jaimatadi omsairam sairam saibaba harekrishna waheguru allah bismillah mohammed muhammad ahmed ali khan imran salman
shahrukh aamir akshay amitabh bachchan deepika priyanka priya pooja puja neha nisha asha usha rekha sunita anita kavita savita geeta
seema meena reena riya ria divya swati sneha shreya anjali aarti arti kiran jyoti ritu ankit ankita abhishek aditya arjun karan varun
vikas vishal vikram vinod pankaj manoj manish nitin deepak sandeep sanjeev rajeev rajiv gaurav saurabh prashant pradeep praveen naveen
india indian bharat hindustan jaihind vandemataram mumbai delhi kolkata chennai bangalore bengaluru hyderabad pune jaipur lucknow kanpur
nagpur indore bhopal patna surat ahmedabad gujarat punjab punjabi kerala tamil telugu marathi bengal maharashtra rajasthan kashmir
mother father mummy papa mommy daddy family friend friends bestfriend brother sister husband wife son daughter maa mamma
orange banana apple1 chocolate cookie cookies coffee pepper ginger cheese pizza chicken biryani samosa mango
purple yellow green black white silver golden diamond crystal star stars superstar rockstar hello hello1 hellohello namaste goodluck
lucky luckyboy freedom forever always together happy smile cool coolboy cooldude awesome sexy hottie bitch fuckyou fuckoff asshole
mustang ferrari porsche mercedes corvette harley yamaha pulsar maruti suzuki honda toyota hyundai tata mahindra royalenfield bullet
beautiful hardcore phoenix thunder lightning hurricane liverpool chelsea arsenal manchester barcelona realmadrid ronaldo messi neymar
maverick merlin gandalf cowboy cowboys steelers yankees lakers bulls bulldog buddy bailey tinkerbell mickey minnie donald snoopy scooby
`;

const STEMS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter((word) => word !== ''));
/** Leaked passwords, the commonest first, some 49,000. */
const LEAKED: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/**
 * Rows of a keyboard and the order of letters and digits, forwards; a password that walks along one is a
 * guess, not a secret.
 */
const WALKS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', '1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Letters that are often written as digits or signs. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Whether a password is among the first that a thief would try, for any member or for the owner of this phone
 * (ten digits).
 */
export function isTooCommon(password: string, phoneDigits: string): boolean {
  const plain = password.toLowerCase();
  if (LEAKED.has(plain) || STEMS.has(plain) || isWalk(plain) || isRepeat(plain)) return true;
  if (holdsPhone(plain, phoneDigits)) return true;
  // "Password@123", "rahul1990", "123456a": a word and up to four digits and signs after or before it.
  const stem = plain.replace(/[\d\W_]{1,4}$/, '');
  const tail = plain.replace(/^[\d\W_]{1,4}/, '');
  return [stem, tail, plain].some((part) => {
    const letters = part.replace(/[013457@$!]/g, (sign) => WRITTEN_AS[sign] ?? sign);
    return STEMS.has(part) || STEMS.has(letters) || isWalk(part);
  });
}

function isWalk(text: string): boolean {
  if (text.length < 4) return false;
  const backwards = [...text].reverse().join('');
  return WALKS.some((walk) => `${walk}${walk}`.includes(text) || `${walk}${walk}`.includes(backwards));
}

/** "aaaaaa", "121212", "abcabc": one to four characters, over and over. */
function isRepeat(text: string): boolean {
  return [1, 2, 3, 4].some((length) => {
    const block = text.slice(0, length);
    return text.length >= 2 * length && block.repeat(Math.ceil(text.length / length)).slice(0, text.length) === text;
  });
}

/** The phone number, most of it, or the six digits at either end. */
function holdsPhone(text: string, phoneDigits: string): boolean {
  const digits = text.replace(/\D/g, '');
  return (
    digits.length >= 6 &&
    (phoneDigits.includes(digits) || digits.includes(phoneDigits)) &&
    text.length - digits.length <= 4
  );
}
