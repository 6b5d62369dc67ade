import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.LogoutRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * Signs people in with Portico, greets them with their roles, and signs them out.
 *
 * <pre>ISSUER=http://127.0.0.1:8080 CLIENT_ID=… CLIENT_SECRET=pcs_… mvn -q compile exec:java -Dexec.mainClass=SignIn</pre>
 */
public final class SignIn {
    private static final int PORT = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));
    /** Where browsers reach this program. Behind a proxy with TLS, set its https address. */
    private static final String APP_URL = System.getenv().getOrDefault("APP_URL", "http://localhost:" + PORT);
    private static final boolean IS_SECURE = APP_URL.startsWith("https:");
    /** With https, the prefix keeps other hosts of the same domain from setting these cookies. */
    private static final String ATTEMPT = IS_SECURE ? "__Host-attempt" : "attempt";
    private static final String SESSION = IS_SECURE ? "__Host-session" : "session";
    private static final int ATTEMPT_SECONDS = 600;
    private static final int SESSION_SECONDS = 8 * 3600;

    private final OIDCProviderMetadata portico;
    private final ClientID clientId = new ClientID(System.getenv("CLIENT_ID"));
    private final Secret clientSecret = new Secret(System.getenv("CLIENT_SECRET"));
    private final URI callback = URI.create(APP_URL + "/callback");
    /** Checks signature, issuer, audience, expiry and nonce. */
    private final IDTokenValidator validator;
    /** Who is signed in, by the value of the cookie. Several processes need a shared store. */
    private final Map<String, Person> sessions = new ConcurrentHashMap<>();

    private record Person(String name, List<String> roles, JWT idToken, Instant endsAt) {}

    public static void main(String[] arguments) throws Exception {
        var program = new SignIn(new Issuer(System.getenv("ISSUER")));
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", PORT), 0);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/", program::answer);
        server.start();
        System.out.println("listening on " + APP_URL);
    }

    private SignIn(Issuer issuer) throws Exception {
        portico = OIDCProviderMetadata.resolve(issuer);
        validator = new IDTokenValidator(issuer, clientId, JWSAlgorithm.RS256, portico.getJWKSetURI().toURL());
    }

    private void answer(HttpExchange exchange) throws IOException {
        try {
            switch (exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath()) {
                case "GET /" -> home(exchange);
                case "GET /sign-in" -> signIn(exchange);
                case "GET /callback" -> finish(exchange);
                case "POST /sign-out" -> signOut(exchange);
                default -> page(exchange, 404, "<h1>Not found</h1>");
            }
        } catch (RuntimeException error) {
            System.err.println(error);
            failed(exchange, "The request was not understood.");
        }
    }

    private void home(HttpExchange exchange) throws IOException {
        var person = person(exchange);
        if (person.isEmpty()) {
            page(exchange, 200, "<h1>Billing</h1><p>You are not signed in.</p><a href=\"/sign-in\">Sign in</a>");
            return;
        }
        String roles = person.get().roles().isEmpty() ? "none" : String.join(", ", person.get().roles());
        page(exchange, 200, "<h1>Hello, " + escaped(person.get().name()) + "</h1><p>Your roles: " + escaped(roles)
                + "</p><form method=\"post\" action=\"/sign-out\"><button>Sign out</button></form>");
    }

    private void signIn(HttpExchange exchange) throws IOException {
        // The launcher sends the issuer (third-party-initiated login). Other addresses in the query are not used.
        String issuer = query(exchange).get("iss");
        if (issuer != null && !issuer.equals(portico.getIssuer().getValue())) {
            failed(exchange, "The sign-in was begun for another issuer.");
            return;
        }
        var state = new State();
        var nonce = new Nonce();
        var verifier = new CodeVerifier();
        var request = new AuthenticationRequest.Builder(ResponseType.CODE, new Scope("openid", "profile"), clientId, callback)
                .endpointURI(portico.getAuthorizationEndpointURI())
                .state(state)
                .nonce(nonce)
                .codeChallenge(verifier, CodeChallengeMethod.S256)
                .build();
        setCookie(exchange, ATTEMPT, state + "." + nonce + "." + verifier.getValue(), ATTEMPT_SECONDS);
        redirect(exchange, request.toURI().toString());
    }

    private void finish(HttpExchange exchange) throws IOException {
        var query = query(exchange);
        String[] attempt = cookie(exchange, ATTEMPT).orElse("").split("\\.");
        if (attempt.length != 3 || !attempt[0].equals(query.get("state"))) {
            failed(exchange, "This browser began no sign-in with this state in the last 10 minutes.");
            return;
        }
        if (query.containsKey("error")) {
            failed(exchange, query.get("error") + ": " + query.getOrDefault("error_description", ""));
            return;
        }
        try {
            var grant = new AuthorizationCodeGrant(
                    new AuthorizationCode(query.get("code")), callback, new CodeVerifier(attempt[2]));
            var request = new TokenRequest.Builder(
                    portico.getTokenEndpointURI(), new ClientSecretBasic(clientId, clientSecret), grant).build();
            var sent = request.toHTTPRequest();
            sent.setConnectTimeout(10_000);
            sent.setReadTimeout(10_000);
            var response = OIDCTokenResponseParser.parse(sent.send());
            if (!response.indicatesSuccess()) {
                ErrorObject error = response.toErrorResponse().getErrorObject();
                System.err.println("refused: " + error.getCode() + " " + error.getDescription());
                failed(exchange, error.getCode() + ": " + error.getDescription());
                return;
            }
            var idToken = ((OIDCTokenResponse) response.toSuccessResponse()).getOIDCTokens().getIDToken();
            var claims = validator.validate(idToken, new Nonce(attempt[1]));
            String name = Optional.ofNullable(claims.getStringClaim("name")).orElse(claims.getSubject().getValue());
            var roles = Optional.ofNullable(claims.getStringListClaim("roles")).orElse(List.of());
            sessions.values().removeIf(one -> one.endsAt().isBefore(Instant.now()));
            // Always a new id: one that was planted in the browser before the sign-in is worthless.
            cookie(exchange, SESSION).ifPresent(sessions::remove);
            String id = newId();
            sessions.put(id, new Person(name, roles, idToken, Instant.now().plusSeconds(SESSION_SECONDS)));
            setCookie(exchange, SESSION, id, SESSION_SECONDS);
            setCookie(exchange, ATTEMPT, "", 0);
            redirect(exchange, "/");
        } catch (Exception error) {
            System.err.println("refused: " + error);
            failed(exchange, "The answer was not accepted.");
        }
    }

    /** Ends the session here, then the one in the portal. SameSite keeps other sites from posting this form. */
    private void signOut(HttpExchange exchange) throws IOException {
        var person = person(exchange);
        if (person.isEmpty()) {
            redirect(exchange, "/");
            return;
        }
        cookie(exchange, SESSION).ifPresent(sessions::remove);
        setCookie(exchange, SESSION, "", 0);
        var request = new LogoutRequest(
                portico.getEndSessionEndpointURI(), person.get().idToken(), URI.create(APP_URL + "/"), null);
        redirect(exchange, request.toURI().toString());
    }

    private Optional<Person> person(HttpExchange exchange) {
        return cookie(exchange, SESSION).map(sessions::get).filter(one -> one.endsAt().isAfter(Instant.now()));
    }

    private static String newId() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static Map<String, String> query(HttpExchange exchange) {
        return URLUtils.parseParameters(exchange.getRequestURI().getRawQuery()).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, field -> field.getValue().get(0)));
    }

    private static Optional<String> cookie(HttpExchange exchange, String name) {
        String header = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Cookie")).orElse("");
        return List.of(header.split("; ")).stream()
                .filter(one -> one.startsWith(name + "="))
                .map(one -> one.substring(name.length() + 1))
                .findFirst();
    }

    private static void setCookie(HttpExchange exchange, String name, String value, int seconds) {
        exchange.getResponseHeaders().add("Set-Cookie", name + "=" + value + "; Path=/; HttpOnly; SameSite=Lax; Max-Age="
                + seconds + (IS_SECURE ? "; Secure" : ""));
    }

    private static void redirect(HttpExchange exchange, String location) throws IOException {
        exchange.getResponseHeaders().set("Location", location);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(303, -1);
        exchange.close();
    }

    private static void failed(HttpExchange exchange, String reason) throws IOException {
        page(exchange, 400, "<h1>The sign-in failed</h1><p>" + escaped(reason) + "</p><a href=\"/sign-in\">Try again</a>");
    }

    private static void page(HttpExchange exchange, int status, String body) throws IOException {
        byte[] text = ("<!doctype html><html lang=\"en\"><title>Billing</title>" + body + "</html>").getBytes("UTF-8");
        exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
        exchange.getResponseHeaders().set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(status, text.length);
        try (var out = exchange.getResponseBody()) {
            out.write(text);
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
