package dev.starling.chaos.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class ResultsSvgTest {
  private static final double WIDTH = 900;

  @Test
  void everyFaultProductAndFigureIsThereAsText() throws Exception {
    List<String> texts = texts(parse(ResultsSvg.of(SampleResults.some())));

    assertThat(texts)
        .contains("cut: cable cut", "return: the old owner returns", "starling", "a<b&c")
        .contains("183 ms", "191 ms", "37 (39)", "3100 ms", "none", "620 (2400)", "900 ms")
        .contains("100 ms", "1 s", "10 s");
  }

  @Test
  void everyMarkIsInsideOfThePicture() throws Exception {
    Document picture = parse(ResultsSvg.of(SampleResults.some()));

    for (String name : List.of("cx", "x", "x1", "x2")) {
      assertThat(attributes(picture, name)).allMatch(x -> x >= 0 && x <= WIDTH);
    }
    double height = Double.parseDouble(picture.getDocumentElement().getAttribute("height"));
    for (String name : List.of("cy", "y", "y1", "y2")) {
      assertThat(attributes(picture, name)).allMatch(y -> y >= 0 && y <= height);
    }
  }

  @Test
  void thereIsADotForEachCell() throws Exception {
    assertThat(
            parse(ResultsSvg.of(SampleResults.some())).getElementsByTagName("circle").getLength())
        .isEqualTo(3);
  }

  @Test
  void nothingMeasuredIsAPictureToo() throws Exception {
    assertThat(texts(parse(ResultsSvg.of(SampleResults.none())))).contains("1 ms", "10 s");
  }

  private static Document parse(String text)
      throws ParserConfigurationException, IOException, SAXException {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
  }

  private static List<String> texts(Document picture) {
    return elements(picture, "text").stream().map(Element::getTextContent).toList();
  }

  private static List<Double> attributes(Document picture, String name) {
    return elements(picture, "*").stream()
        .map(element -> element.getAttribute(name))
        .filter(value -> !value.isEmpty())
        .map(Double::parseDouble)
        .toList();
  }

  private static List<Element> elements(Document picture, String name) {
    NodeList found = picture.getElementsByTagName(name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }
}
