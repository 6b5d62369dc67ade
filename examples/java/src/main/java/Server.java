import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.text.ParseException;
import java.util.Map;

/**
 * An API that accepts Portico's access tokens.
 *
 * <pre>ISSUER=https://portal.example.com AUDIENCE=urn:portico:acme:application:billing mvn -q compile exec:java -Dexec.mainClass=Server</pre>
 */
public final class Server {
    /** Each path, and the role that opens it. */
    private static final Map<String, String> PAGES = Map.of("/invoices", "clerk", "/approvals", "approver");

    public static void main(String[] arguments) throws Exception {
        var verifier = new Verifier(System.getenv("ISSUER"), System.getenv("AUDIENCE"));
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "9000"));
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> open(exchange, verifier));
        server.start();
        System.out.println("listening on http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static void open(HttpExchange exchange, Verifier verifier) throws IOException {
        String role = PAGES.get(exchange.getRequestURI().getPath());
        if (role == null) {
            answer(exchange, 404, Map.of("error", "not_found"));
            return;
        }
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (authorization == null || !authorization.regionMatches(true, 0, "Bearer ", 0, 7)) {
            challenge(exchange, "Bearer", "invalid_request");
            return;
        }
        try {
            var sender = verifier.verify(authorization.substring(7).trim());
            if (!sender.roles().contains(role)) {
                answer(exchange, 403, Map.of("error", "insufficient_scope"));
                return;
            }
            answer(exchange, 200, Map.of("subject", sender.subject(), "tenant", sender.tenant(),
                    "environment", sender.environment(), "roles", sender.roles()));
        } catch (ParseException | BadJOSEException error) {
            System.err.println("refused: " + error.getMessage());
            challenge(exchange, "Bearer error=\"invalid_token\"", "invalid_token");
        } catch (JOSEException error) {
            // The keys could not be read: the token may be good.
            System.err.println(error);
            answer(exchange, 503, Map.of("error", "temporarily_unavailable"));
        }
    }

    private static void challenge(HttpExchange exchange, String challenge, String error) throws IOException {
        exchange.getResponseHeaders().set("WWW-Authenticate", challenge);
        answer(exchange, 401, Map.of("error", error));
    }

    private static void answer(HttpExchange exchange, int status, Map<String, ?> body) throws IOException {
        byte[] text = (JSONObjectUtils.toJSONString(body) + "\n").getBytes("UTF-8");
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, text.length);
        try (var out = exchange.getResponseBody()) {
            out.write(text);
        }
    }
}
